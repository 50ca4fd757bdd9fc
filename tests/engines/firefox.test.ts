import { describePrivateFirefox, describeSmoke } from './smoke.ts';

describeSmoke('firefox');
describePrivateFirefox();
