import { readFileSync } from 'node:fs';

/** What fixtures.json tells of the recordings of tests/fixtures/audio. */
export interface AudioFixtures {
  readonly playable: readonly { readonly file: string; readonly container: string }[];
  readonly refused: readonly { readonly file: string; readonly container: string | null }[];
}

const folder = new URL('../../fixtures/audio/', import.meta.url);

/** Reads the list of the recordings. */
export function readAudioFixtures(): AudioFixtures {
  return JSON.parse(readFileSync(new URL('fixtures.json', folder), 'utf8')) as AudioFixtures;
}

/** The first bytes of one of them. */
export function readFixtureHead(file: string, bytes: number): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, folder)).subarray(0, bytes));
}
