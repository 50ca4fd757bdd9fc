import { testServerFaults } from '../support/soak/server-faults/server-faults.ts';

/** `FAULTS_S=60` gives a short run with each fault once. */
testServerFaults(Number(process.env.FAULTS_S ?? 600) * 1000);
