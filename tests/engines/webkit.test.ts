import { describeSmoke } from './smoke.ts';

describeSmoke('webkit');
