import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../server/project-root.ts';
import { missingForMachine, runOnEmptyMachine, type Step, type Visit } from '../../support/proxies/empty-machine.ts';
import { SITE } from '../../support/proxies/proxy.ts';

const missing = missingForMachine();
const suffix = missing.length === 0 ? '' : ` (not here: ${missing.join(', ')})`;

/** Sections that an operator of one server does not need, or has no program for. */
const NOT_TYPED = [
  'README.md: Two commands',
  'docs/operations.md: A map of your own',
  'docs/operations.md: Move to PostgreSQL and a bucket',
  'docs/upgrading.md: From a server without the unit',
  'docs/upgrading.md: Several servers',
];

/** Returns the commands of each section, by document and heading. */
function commandsOf(document: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const text = readFileSync(join(projectRoot(), document), 'utf8');
  let heading = '';
  for (const [, title, block] of text.matchAll(/^#+ (.*)$|^```sh\n([\s\S]*?)^```$/gm)) {
    heading = title ?? heading;
    const from = `${document}: ${heading}`;
    if (block !== undefined) found.set(from, [...(found.get(from) ?? []), block]);
  }
  return found;
}

it.skipIf(missing.length > 0)(
  `the documented commands set up HTTPS, restore a back-up, upgrade and roll back${suffix}`,
  async () => {
    const documents = ['README.md', 'docs/operations.md', 'docs/upgrading.md'];
    const left = new Map(documents.flatMap((document) => [...commandsOf(document)]));
    const type = (from: string): Step => {
      const commands = left.get(from)?.shift();
      if (commands === undefined) throw new Error(`Expected commands in ${from}, which are there still`);
      return { from, type: commands };
    };
    const visit = (visit: Visit): Step => ({ from: visit.what, visit });
    const origin = `https://${SITE}`;
    const done = await runOnEmptyMachine([
      type('README.md: Run it for real'),
      type('docs/operations.md: Reverse proxy'),
      visit({ what: 'sign-up' }),
      type('docs/operations.md: Look after it'),
      type('docs/operations.md: Mails'),
      visit({ what: 'drop', name: 'Le pont' }),
      type('docs/operations.md: Back-up and restore'),
      type('docs/operations.md: Restore drill'),
      visit({ what: 'hear', names: ['Le pont'], origin: 'http://127.0.0.1:3900' }),
      type('docs/operations.md: Restore drill'),
      { from: 'a new version arrives', type: `cp -P /opt/drop-ici /opt/drop-ici-next` },
      type('docs/upgrading.md: Upgrade'),
      type('docs/upgrading.md: Upgrade'),
      visit({ what: 'drop', name: 'La tour' }),
      visit({ what: 'hear', names: ['La tour', 'Le pont'], origin }),
      type('docs/upgrading.md: Roll back'),
      visit({ what: 'hear', names: ['Le pont'], origin }),
    ]);
    const [drill = ''] = done.filter(({ from }) => from.endsWith('Restore drill')).map(({ printed }) => printed);
    expect(drill).toContain('"status":"ready"');
    expect(drill).toMatch(/[1-9]\d* sound, 0 missing, 0 orphaned, 0 changed/);
    const [restored, ...live] = drill.match(/^stored: .*/gm) ?? [];
    expect(live).toEqual([restored]);
    for (const [from, commands] of left)
      expect([from, commands.length === 0]).toEqual([from, !NOT_TYPED.includes(from)]);
  },
  // A step that hangs ends itself and reports its output.
  600_000,
);
