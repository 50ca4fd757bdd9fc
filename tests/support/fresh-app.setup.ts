import { storage } from '../../app/platform/storage/storage.ts';
import { notices } from '../../app/state/page/notice-queue.ts';
import { takeEvents } from '../../app/state/session/analytics.ts';
import { session } from '../../app/state/session/session.ts';
import { clearSessionData } from '../../app/state/session/session-end.ts';

// Files of one process share the app's modules: each begins with nobody logged in, and with nothing kept, shown or to be sent.
takeEvents();
storage.forgetAll();
clearSessionData();
Object.assign(session, { user: null, ended: null });
notices.shown = [];
