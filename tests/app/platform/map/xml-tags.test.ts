import { describe, expect, test } from 'vitest';
import { scanXml, XmlError } from '../../../../app/platform/map/xml-tags.ts';

/** What is found, one line each, and how often it yielded. */
function scan(text: string): { readonly found: string[]; readonly steps: number } {
  const found: string[] = [];
  const work = scanXml(text, {
    onOpen: (name, attributes, depth) => found.push(`${depth} <${name}${attributes}>`),
    onClose: (name, depth) => found.push(`${depth} </${name}>`),
    onText: (part) => found.push(part),
  });
  let steps = 0;
  while (work.next().done !== true) steps += 1;
  return { found, steps };
}

const faultOf = (text: string): string => {
  try {
    scan(text);
    return 'none';
  } catch (error) {
    return error instanceof XmlError ? error.fault : String(error);
  }
};

test('elements are told in order, without their prefix, empty ones as opened and closed', () => {
  expect(scan('<?xml version="1.0"?>\n<g:a x="1" y=\'>\'><b/>\n</g:a >\n<!-- <c> -->').found).toEqual([
    '0 <a x="1" y=\'>\'>',
    '1 <b>',
    '1 </b>',
    '\n',
    '0 </a>',
  ]);
});

test('text has its entities read, and not those of a CDATA section', () => {
  expect(scan('<a>&lt;&#233;&#xE9; &amp;lt; &nbsp;<![CDATA[&lt;<b>]]><!-- no -->!</a>').found.slice(1, -1)).toEqual([
    '<éé &lt; &nbsp;',
    '&lt;<b>',
    '!',
  ]);
});

test('a long text is read in many steps', () => {
  expect(scan(`<a>${'<b></b>'.repeat(10_000)}</a>`).steps).toBeGreaterThan(50);
});

describe('a fault is told', () => {
  test.each([
    ['malformed', ''],
    ['malformed', 'text'],
    ['malformed', '<a>'],
    ['malformed', '<a></b>'],
    ['malformed', '<a/><b/>'],
    ['malformed', '<a/>text'],
    ['malformed', '<a b=c/>'],
    ['malformed', '<a><'],
    ['malformed', '<a><!-- no end</a>'],
    ['malformed', '<a><![CDATA[ no end</a>'],
    ['doctype', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['none', '<a></a>'],
  ])('%s in %j', (fault, text) => {
    expect(faultOf(text)).toBe(fault);
  });
});
