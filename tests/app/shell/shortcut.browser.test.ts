import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findShortcut } from '../../../app/shell/map-shortcuts.ts';

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' ', '/', '?', 'Escape'] as const;
const ALL = ['back', 'ahead', 'previous', 'next', 'play', 'search', 'help', 'close'];
const WITHOUT_SPACE = ['back', 'ahead', 'previous', 'next', null, 'search', 'help', 'close'];
const WITHOUT_ARROWS = [null, null, null, null, 'play', 'search', 'help', 'close'];
const CALLS_ONLY = [null, null, null, null, null, 'search', 'help', 'close'];
const NONE = KEYS.map(() => null);

beforeEach(() => {
  document.body.innerHTML = `
    <p id="text">text</p>
    <input id="typed"><textarea id="long"></textarea><select id="choice"></select>
    <button id="button"><svg id="icon"></svg></button><a id="link" href="#x">x</a>
    <canvas id="map" tabindex="0"></canvas>
    <span id="slider" role="slider" tabindex="0"></span>
    <input id="range" type="range">
    <button id="tab" role="tab"></button><button id="switch" role="switch"></button>
    <div data-scrolls><h2 id="scrolled" tabindex="-1"></h2></div>`;
});
afterEach(() => document.body.replaceChildren());

function press(key: string, id = 'text', more: Partial<KeyboardEventInit> = {}) {
  const target = document.getElementById(id);
  if (target === null) throw new Error(`No element ${id}`);
  return findShortcut(new KeyboardEvent('keydown', { key, ...more }), target);
}

describe('the shortcuts', () => {
  it.each([
    ['text', ALL],
    ['typed', NONE],
    ['long', NONE],
    ['choice', NONE],
    ['button', WITHOUT_SPACE],
    ['icon', WITHOUT_SPACE],
    ['link', WITHOUT_SPACE],
    ['switch', WITHOUT_SPACE],
    ['map', WITHOUT_ARROWS],
    ['slider', CALLS_ONLY],
    ['range', CALLS_ONLY],
    ['tab', CALLS_ONLY],
    ['scrolled', ['back', 'ahead', null, null, null, 'search', 'help', 'close']],
  ])('on %s leave each key to the element that uses it itself', (id, shortcuts) => {
    expect(KEYS.map((key) => press(key, id))).toEqual(shortcuts);
  });

  it.each(['dialog', 'alertdialog', 'menu'])('leave all keys to an open %s', (role) => {
    document.body.insertAdjacentHTML('beforeend', `<div role="${role}"></div>`);
    expect(KEYS.map((key) => press(key))).toEqual(NONE);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('leave keys with %o to the browser', (held) => {
    expect(KEYS.map((key) => press(key, 'text', held))).toEqual(NONE);
  });

  it('take the characters that some keyboards write with Shift, but no arrows with it', () => {
    expect(KEYS.map((key) => press(key, 'text', { shiftKey: true }))).toEqual(WITHOUT_ARROWS);
  });

  it('play or pause once while the space bar is held', () => {
    expect([press(' ', 'text', { repeat: true }), press('ArrowRight', 'text', { repeat: true })]).toEqual([
      null,
      'ahead',
    ]);
  });

  it('ignore a key that was already handled', () => {
    const event = new KeyboardEvent('keydown', { key: '/', cancelable: true });
    event.preventDefault();
    expect(findShortcut(event, document.body)).toBeNull();
  });
});
