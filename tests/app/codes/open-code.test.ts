import { expect, test } from 'vitest';
import { codeInPath, codeInText, codePath } from '../../../app/codes/open-code.ts';

test.each([
  [codePath('R3HX'), 'R3HX'],
  ['/Q/r3hx/', 'r3hx'],
  ['/q/R3%20HX', 'R3 HX'],
  ['/q/%E0%A4', '%E0%A4'],
  ['/q/', null],
  ['/q/R3HX/edit', null],
  ['/home', null],
])('the path %s has the code %s', (path, code) => {
  expect(codeInPath(path)).toBe(code);
});

test.each([
  ['https://ici.example.org/q/R3HX', 'R3HX'],
  ['HTTPS://ICI.EXAMPLE.ORG/Q/R3HX', 'R3HX'],
  ['https://ici.example.org/invite?token=abc', null],
  ['https://elsewhere.example.org/q/R3HX', null],
  ['javascript:alert(1)', null],
  ['r3-hx', 'r3-hx'],
  ['WIFI:S:quai;;', null],
])('a camera that reads %s has read the code %s', (text, code) => {
  expect(codeInText(text, 'https://ici.example.org')).toBe(code);
});
