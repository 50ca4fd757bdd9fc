import { describeSmoke } from './smoke.ts';

describeSmoke('chromium');
