import { testKilledServers } from '../support/soak/killed-servers/killed-servers.ts';

testKilledServers({ uploads: 200, durationMs: 600_000, killEachMs: 4000 });
