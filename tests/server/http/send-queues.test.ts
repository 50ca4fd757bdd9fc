import { expect, test } from 'vitest';
import { parseSendQueues, queueKey } from '../../../server/http/connections.ts';

const TABLES = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 21
   1: 0100007F:0BB8 0100007F:D2A4 01 0027AC40:00000000 04:0000002A 00000000     0        0 22
  sl  local_address                         remote_address                        st tx_queue rx_queue
  12: 00000000000000000000000001000000:0BB8 00000000000000000000000001000000:D2A6 01 00000010:00000005 00:00000000
  13: 0000000000000000FFFF00000100007F:0BB8 0000000000000000FFFF00000200007F:D2A6 01 00000001:00000000 00:00000000
`;

test('the system’s unsent bytes are read by port for connections over IPv4 and IPv6', () => {
  const queues = parseSendQueues(TABLES);
  expect(queues.get(queueKey({ localPort: 3000, remotePort: 53_924 }))).toBe(2_600_000);
  expect(queues.get(queueKey({ localPort: 3000, remotePort: 53_926 }))).toBe(17);
  expect(queues.get(queueKey({ localPort: 3000, remotePort: 1 }))).toBeUndefined();
  expect(parseSendQueues('').size).toBe(0);
});
