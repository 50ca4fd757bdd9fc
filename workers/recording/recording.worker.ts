import { expose } from 'comlink';
import { createRecordingStore } from './recording-store.ts';

expose(createRecordingStore());
