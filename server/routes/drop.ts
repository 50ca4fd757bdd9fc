import type { Recordings } from '../domain/recordings.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about the audio of places. */
export function registerDropRoutes(handle: Handle, recordings: Recordings): void {
  handle('uploadAudio', async ({ caller, upload, body }) => recordings.attach(caller, upload.path, body));
}
