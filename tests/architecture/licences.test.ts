import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

const dist = join(ROOT, 'dist/app');
const read = (path: string): string => readFileSync(path, 'utf8');
const list: readonly { name: string; version: string; licence: string; inBrowsers: boolean }[] = JSON.parse(
  read(join(dist, 'licences.json')),
);
const notices = read(join(dist, 'licences.txt'));
const versionOf = (folder: string): string => JSON.parse(read(join(ROOT, folder, 'package.json'))).version;

/** Returns the folders of the packages that the build's source maps name. */
function bundled(): string[] {
  const maps = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js.map'));
  const sources = maps.flatMap((file): string[] => JSON.parse(read(join(dist, 'assets', file))).sources);
  const inPackages = sources.filter((source) => source?.includes('node_modules/'));
  return [
    ...new Set(
      inPackages.map((source) => {
        const parts = source.slice(source.indexOf('node_modules/')).split('/');
        const at = parts.lastIndexOf('node_modules') + 1;
        return parts.slice(0, parts[at]?.startsWith('@') ? at + 2 : at + 1).join('/');
      }),
    ),
  ];
}

describe('the notices', () => {
  it('name every package in the built app, with its version, its licence and its text', () => {
    const folders = bundled();
    expect(folders.length).toBeGreaterThan(50);
    for (const folder of folders) {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const version = versionOf(folder);
      const found = list.find((each) => each.name === name && each.version === version);
      expect(found, `${name} ${version}`).toMatchObject({ inBrowsers: true, licence: expect.stringMatching(/\w/) });
      expect(notices).toContain(`${name} ${version} (${found?.licence})\n`);
      const [text] = readdirSync(join(ROOT, folder)).filter((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file));
      if (text !== undefined)
        expect(notices).toContain(
          read(join(ROOT, folder, text))
            .replaceAll('\r\n', '\n')
            .trim(),
        );
    }
  });

  it('name the parts without source maps: converter, fonts, service worker and outlines', () => {
    const shipped = new Set(list.filter(({ inBrowsers }) => inBrowsers).map(({ name }) => name));
    for (const name of ['@ffmpeg/core', '@fontsource-variable/figtree', '@fontsource-variable/fraunces', 'world-atlas'])
      expect(shipped).toContain(name);
    for (const [, name = ''] of read(join(dist, 'sw.js')).matchAll(/workbox:([a-z]+):/g))
      expect(shipped).toContain(`workbox-${name}`);
  });

  it('name every package that the server needs', () => {
    const { dependencies } = JSON.parse(read(join(ROOT, 'package.json')));
    for (const name of Object.keys(dependencies))
      expect(
        list.find((each) => each.name === name && each.version === versionOf(`node_modules/${name}`)),
      ).toBeDefined();
  });

  it('name for each package all licences that NOTICE names for it and for its contents', () => {
    const headings = read(join(ROOT, 'NOTICE'))
      .split('\n')
      .filter((line) => /^\S.* - /.test(line));
    const named = headings.flatMap((heading) => {
      const licences = heading.match(/\b(?:L?GPL|MPL|BSD|MIT)\b[\w.-]*/g) ?? [];
      const packages = list.filter(({ name }) => heading.split(/[\s,]/).includes(name));
      return packages.map(({ name, licence }) => ({
        name,
        missing: licences.filter((each) => !licence.includes(each)),
      }));
    });
    const names = named.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['@ffmpeg/core', 'mpg123-decoder', '@mediabunny/aac-encoder', 'pmtiles']),
    );
    expect(named.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });

  it('are stored on the device as a list, without the texts', () => {
    const kept = read(join(dist, 'sw.js'));
    expect(kept).toMatch(/"?url"?: ?"licences\.json"/);
    expect(kept).not.toContain('licences.txt');
  });

  it('name every library that is compiled into the converter', () => {
    const wasm = readFileSync(join(ROOT, 'node_modules/@ffmpeg/core/dist/umd/ffmpeg-core.wasm'), 'latin1');
    const names = [...wasm.matchAll(/--enable-(?:lib(?:mp3)?(\w+)|(zlib))/g)].map(
      ([, lib, other]) => lib ?? other ?? '',
    );
    expect(new Set(names).size).toBeGreaterThan(10);
    const inside = notices.split('\n\n====').find((part) => part.includes('compiled into @ffmpeg/core')) ?? '';
    expect(names.filter((name) => !inside.toLowerCase().includes(name))).toEqual([]);
  });

  it('contain in full the licences that require it, beside our own', () => {
    for (const text of [
      'GNU GENERAL PUBLIC LICENSE\n                       Version 2, June 1991',
      'GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007',
      'GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 2.1, February 1999',
      'Mozilla Public License Version 2.0',
      'SIL OPEN FONT LICENSE Version 1.1',
      read(join(ROOT, 'LICENSE')).trim(),
      read(join(ROOT, 'NOTICE')).trim(),
    ])
      expect(notices).toContain(text);
  });
});
