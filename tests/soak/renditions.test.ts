import {
  clippedClip,
  knockedClip,
  noiseClip,
  pausedClip,
  silentClip,
  speechClip,
  stereoClip,
} from '../support/renditions/clips.ts';
import { testRenditions } from '../support/renditions/test-renditions.ts';

testRenditions([
  speechClip(8, 1),
  speechClip(11, 2),
  speechClip(17.3, 3),
  speechClip(31.01, 4),
  speechClip(60, 5),
  speechClip(120, 6),
  speechClip(300, 7),
  speechClip(600, 8),
  speechClip(20, 9, 0.02),
  speechClip(20, 10, 0.2),
  clippedClip(20, 11, 4),
  clippedClip(20, 12, 30),
  stereoClip(9, 13),
  stereoClip(45, 15),
  stereoClip(180, 17),
  pausedClip(12, 19),
  pausedClip(60, 20),
  knockedClip(30, 21),
  silentClip(10),
  noiseClip(10, 32_767),
]);
