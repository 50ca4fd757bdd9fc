import { describeSmoke } from './smoke.ts';

describeSmoke('firefox');
