import { notices } from '../../../app/page/notice-queue.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { takeEvents } from '../../../app/session/analytics.ts';
import { session } from '../../../app/session/session.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';

// Files of one process share the app's modules: each begins with nobody logged in, and with nothing kept, shown or to be sent.
takeEvents();
storage.forgetAll();
clearSessionData();
Object.assign(session, { user: null, ended: null });
notices.shown = [];
