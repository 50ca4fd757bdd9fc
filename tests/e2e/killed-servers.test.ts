import { testKilledServers } from '../support/soak/killed-servers/killed-servers.ts';

testKilledServers({ uploads: 24, durationMs: 25_000, killEachMs: 4000 });
