import { SaxesParser } from 'saxes';

/** An element of a file in XML, with its prefix as it is written. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly in it. */
  readonly text: string;
}

/** Reads a file in XML. @throws Error if it isn't well-formed, or uses a namespace that it doesn't declare */
export function readXml(file: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]));
    const element = { name, attributes: values, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(file).close();
  const [only] = root.children;
  if (only === undefined) throw new Error('Expected an element, got an empty file');
  return only;
}

/** The elements with this name directly in another. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
