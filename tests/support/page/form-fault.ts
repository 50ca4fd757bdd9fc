/** What a form says is wrong. */
export interface ShownFault {
  readonly words: string;
  /** Names of the fields that are marked, each described by the words. */
  readonly fields: readonly (string | null)[];
  /** What has the focus: the name of a field, or the alert. */
  readonly focus: string | null | undefined;
}

/** What the form on the page says is wrong now. */
export function readFault(): ShownFault {
  const alert = document.querySelector('[role="alert"]');
  const marked = [...document.querySelectorAll('[aria-invalid="true"]')];
  const { activeElement } = document;
  return {
    words: alert?.textContent ?? '',
    fields: marked.map((field) =>
      field.getAttribute('aria-describedby')?.split(' ')[0] === alert?.id
        ? field.getAttribute('name')
        : 'described by nothing',
    ),
    focus: activeElement === alert ? 'alert' : activeElement?.getAttribute('name'),
  };
}
