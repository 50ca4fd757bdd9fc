import { speechClip, stereoClip } from '../support/renditions/clips.ts';
import { testRenditions } from '../support/renditions/test-renditions.ts';

testRenditions([speechClip(5, 1), stereoClip(3, 2)]);
