import { fetchCached } from '../../../workers/transcode/converter-download.ts';

// The half of an answer, and then nothing more for as long as this worker lives.
self.fetch = async () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(200)) }), {
    headers: { 'Cache-Control': 'immutable', 'Content-Length': '100' },
  });

// Posts each progress to the page.
void fetchCached({ url: self.name, sizeBytes: 400 }, (progress) => self.postMessage(progress));
