import { knockedClip, silentClip, speechClip, stereoClip } from '../support/renditions/clips.ts';
import { testRenditions } from '../support/renditions/test-renditions.ts';

testRenditions([speechClip(9, 1), stereoClip(5, 2), knockedClip(5, 6), silentClip(2)]);
