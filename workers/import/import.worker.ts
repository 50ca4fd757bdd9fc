import { expose } from 'comlink';
import type { ImportApi } from './import.api.ts';
import { outcomeOf, readImport, readTracks, unpackSound } from './read-file.ts';
import { readParcoursZip } from './read-parcours-zip.ts';

const api: ImportApi = {
  read: (file, isSwapped) => outcomeOf(readImport(file, isSwapped)),
  readParcours: (file) => outcomeOf(readParcoursZip(file)),
  readTracks: (file) => outcomeOf(readTracks(file)),
  unpackSound: (zip, path, bytesMax) => outcomeOf(unpackSound(zip, path, bytesMax)),
};

expose(api);
