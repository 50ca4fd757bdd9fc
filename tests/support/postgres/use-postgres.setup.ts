import { inject } from 'vitest';

// Where the helpers of the server's tests find it.
process.env.TEST_POSTGRES_URL = inject('postgresUrl');
