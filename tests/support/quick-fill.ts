import { type Locator, page } from 'vitest/browser';
import { isUsable } from './quick-click.ts';

/** What all locators have their methods from. */
const prototype: Locator = Object.getPrototypeOf(page.elementLocator(document.body));
const { fill: fillByPlaywright } = prototype;

/**
 * Tests fill fields of text from within the page where all is right for it: the field is there alone, can be seen, used and written in.
 * The browser's own editing does it, with the events of one who pastes. Playwright, which needs some twenty messages, waits elsewhere, or
 * says what is wrong.
 */
export function fillQuickly(): void {
  prototype.fill = async function (this: Locator, text, options): Promise<void> {
    const isFilled = options === undefined && fillNow(this.elements(), text);
    return isFilled ? undefined : fillByPlaywright.call(this, text, options);
  };
}

/** Returns whether the text stands in this one field. */
function fillNow([field, ...others]: readonly Element[], text: string): boolean {
  if (others.length > 0 || !isField(field) || field.readOnly || !isUsable(field)) return false;
  field.select();
  field.focus();
  if (document.activeElement !== field) return false;
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return field.value === text;
}

const WRITTEN_KINDS = ['', 'email', 'password', 'search', 'tel', 'text', 'url'];

function isField(element: Element | undefined): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && WRITTEN_KINDS.includes(element.type))
  );
}
