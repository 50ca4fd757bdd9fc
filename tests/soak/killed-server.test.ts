import { drawLives, testKilledServer } from '../support/soak/killed-server.ts';

testKilledServer(drawLives(200), { timeoutMs: 240_000 });
