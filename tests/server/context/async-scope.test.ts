import { expect, it } from 'vitest';
import { createAsyncScope } from '../../../server/context/async-scope.ts';

it('a scope closes everything once, last first, each after the one before has closed', async () => {
  const scope = createAsyncScope();
  const steps: string[] = [];
  const closing = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} has closed`);
  };
  scope.add(closing('database'));
  scope.add(closing('jobs'));
  await scope.close();
  await scope.close();
  expect(steps).toEqual(['jobs begins', 'jobs has closed', 'database begins', 'database has closed']);
});

it('a scope closes the others if one fails, and throws the first error', async () => {
  const scope = createAsyncScope();
  let isClosed = false;
  scope.add(() => {
    isClosed = true;
  });
  scope.add(() => Promise.reject(new Error('second to close')));
  scope.add(() => {
    throw new Error('first to close');
  });
  await expect(scope.close()).rejects.toThrow('first to close');
  expect(isClosed).toBe(true);
});
