import { drawLives, testKilledServer } from '../support/soak/killed-server.ts';

testKilledServer(drawLives(200), 240_000);
