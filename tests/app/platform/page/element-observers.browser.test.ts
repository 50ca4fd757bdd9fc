import { afterEach, beforeEach, expect, it } from 'vitest';
import { whenNear } from '../../../../app/platform/page/element-observers.ts';
import { Scope } from '../../../../app/platform/scope.ts';

let scope: Scope;
let near: string[];

beforeEach(() => {
  scope = new Scope();
  near = [];
});
afterEach(() => scope.dispose());

/** A page whose `top` is on screen and whose `bottom` is ten screens below it. */
function layOut(): { readonly top: Element; readonly bottom: Element } {
  const [top, space, bottom] = ['top', 'space', 'bottom'].map(() => document.createElement('div'));
  if (!top || !space || !bottom) throw new Error('Expected three elements');
  space.style.height = '1000vh';
  document.body.replaceChildren(top, space, bottom);
  for (const element of [top, bottom]) element.style.height = '20px';
  return { top, bottom };
}

it('calls once for the visible part, and for the rest when it comes near', async () => {
  const { top, bottom } = layOut();
  whenNear(scope, bottom, 100, () => near.push('bottom'));
  whenNear(scope, top, 100, () => near.push('top'));
  await expect.poll(() => near).toEqual(['top']);
  bottom.scrollIntoView();
  await expect.poll(() => near).toEqual(['top', 'bottom']);
  top.scrollIntoView();
  bottom.scrollIntoView();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(near).toEqual(['top', 'bottom']);
});

it('makes no calls after its scope is disposed', async () => {
  const { top, bottom } = layOut();
  const other = new Scope();
  whenNear(other, bottom, 100, () => near.push('bottom'));
  other.dispose();
  bottom.scrollIntoView();
  whenNear(scope, top, 100, () => near.push('top'));
  top.scrollIntoView();
  await expect.poll(() => near).toEqual(['top']);
});
