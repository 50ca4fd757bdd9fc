import { describe, expect, it, vi } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';

describe('a scope', () => {
  it('releases everything once, last first', () => {
    const scope = new Scope();
    const released: string[] = [];
    scope.add(() => released.push('first'));
    scope.add(() => released.push('second'));
    scope.dispose();
    scope.dispose();
    expect(released).toEqual(['second', 'first']);
    expect(scope.disposed).toBe(true);
  });

  it('immediately releases resources registered after its disposal', () => {
    const scope = new Scope();
    scope.dispose();
    const release = vi.fn();
    scope.add(release);
    expect(release).toHaveBeenCalledOnce();
    expect(scope.signal().aborted).toBe(true);
  });

  it('receives events until it is disposed, and none registered afterwards', () => {
    const scope = new Scope();
    const target = new EventTarget();
    const heard = vi.fn();
    scope.listen(target, 'tick', heard);
    target.dispatchEvent(new Event('tick'));
    scope.dispose();
    scope.listen(target, 'tick', heard);
    target.dispatchEvent(new Event('tick'));
    expect(heard).toHaveBeenCalledOnce();
  });

  it('runs due timers, and none that were cancelled, pending at the end or set later', () => {
    vi.useFakeTimers();
    try {
      const scope = new Scope();
      const ran: string[] = [];
      scope.timeout(() => ran.push('due'), 10);
      scope.timeout(() => ran.push('cancelled'), 10)();
      scope.timeout(() => ran.push('left behind'), 100);
      scope.interval(() => ran.push('tick'), 20);
      vi.advanceTimersByTime(50);
      scope.dispose();
      scope.timeout(() => ran.push('too late'), 10);
      vi.advanceTimersByTime(1000);
      expect(ran).toEqual(['due', 'tick', 'tick']);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('disposes inner scopes before its earlier resources, and forgets disposed ones', () => {
    const scope = new Scope();
    const released: string[] = [];
    scope.add(() => released.push('outer'));
    const [kept, left] = [scope.child(), scope.child()];
    kept.add(() => released.push('kept'));
    left.add(() => released.push('left'));
    left.dispose();
    expect(released).toEqual(['left']);
    expect(scope.disposed).toBe(false);
    scope.dispose();
    expect(released).toEqual(['left', 'kept', 'outer']);
    expect(scope.child().disposed).toBe(true);
  });

  it('revokes its object URLs', async () => {
    const scope = new Scope();
    const url = scope.objectUrl(new Blob(['a sound']));
    expect(await (await fetch(url)).text()).toBe('a sound');
    scope.dispose();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('releases the others if one release throws, and rethrows the error afterwards', () => {
    const scope = new Scope();
    const release = vi.fn();
    scope.add(release);
    scope.add(() => {
      throw new Error('stuck');
    });
    expect(() => scope.dispose()).toThrow('stuck');
    expect(release).toHaveBeenCalledOnce();
  });
});
