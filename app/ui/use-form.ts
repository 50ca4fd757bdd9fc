import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

/** What keeps a form from being sent: the field at fault, empty where it is none of them, and the words for it. */
export interface Fault<Field extends string> {
  readonly field: Field;
  readonly message: string;
}

/**
 * The way a form is sent: read, checked, sent once however often the button is pressed, with the first fault shown. Focus
 * goes to the field at fault, or to the alert where the fault belongs to no field.
 *
 * @param read takes the values off the form.
 * @param check returns the first fault, null where the form may be sent.
 * @param send does the work. What it throws is put in words by `wordsFor`, and belongs to no field.
 */
export function useForm<Values>(options: {
  readonly read: (form: FormData) => Values;
  readonly check: (values: Values) => Fault<string> | null;
  readonly send: (values: Values) => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
}) {
  const [fault, setFault] = useState<Fault<string> | null>(null);
  const [sending, setSending] = useState(false);
  const sent = useRef(false);
  const alertId = useId();
  const alertRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (fault?.field === '') alertRef.current?.focus();
  }, [fault]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // State arrives with the next render, and a double click can be faster.
    if (sent.current) return;
    const form = event.currentTarget;
    const values = options.read(new FormData(form));
    const found = options.check(values);
    setFault(found);
    if (found) return focusField(form, found.field);
    sent.current = true;
    setSending(true);
    try {
      await options.send(values);
    } catch (error) {
      setFault({ field: '', message: options.wordsFor(error) });
    } finally {
      sent.current = false;
      setSending(false);
    }
  };

  return {
    fault,
    sending,
    /** What the alert that shows the fault needs. */
    alert: { id: alertId, ref: alertRef },
    submit,
    /** What a field needs to be marked when it is the one at fault. */
    mark: (field: string) => ({ name: field, invalid: fault?.field === field, describedBy: alertId }),
  };
}

function focusField(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}

/** A text of a form; empty where the form has no such field. */
export function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}
