import { expect, it } from 'vitest';
import { readMedia } from '../../../../app/platform/audio/audio-files.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();

async function uploadClip() {
  const person = await signUp(server.origin, `Ana ${Math.random()}`);
  const parcoursId = await makeParcours(server.origin, person);
  const clip = await fixture('conforming-mono.wav');
  const { link } = await upload(server.origin, person, await makePlace(server.origin, person, parcoursId), clip);
  return { clip, link: server.origin + link };
}

it('fetches a whole file by its link alone, without a token', async () => {
  const { clip, link } = await uploadClip();
  const bytes = await readMedia(link, AbortSignal.timeout(5000));
  expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await clip.arrayBuffer()));
});

it("rejects a refused link in the specification's words, without its signature", async () => {
  const { link } = await uploadClip();
  const [address = ''] = link.split('?');
  const refused = readMedia(`${link}0`, AbortSignal.timeout(5000));
  await expect(refused).rejects.toThrow(/^Failed to fetch http\S+\.wav: 4\d\d \(.*\)$/);
  await expect(refused).rejects.toThrow(address);
  await expect(refused).rejects.not.toThrow('?');
});

it("rejects with the signal's reason when aborted", async () => {
  const { link } = await uploadClip();
  await expect(readMedia(link, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
