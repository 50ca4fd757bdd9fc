import { testMovedService } from '../support/soak/moved-service.ts';

testMovedService({ places: 10_000, audios: 1000 }, 900_000);
