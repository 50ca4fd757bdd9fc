import { type FormEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';

/** Why a form can't be sent: the name of the invalid field, empty if it is none of them, and the message. */
export interface FormError<Field extends string> {
  readonly field: Field;
  readonly message: string;
}

/**
 * Reads, checks and sends a form, only once even if the button is pressed repeatedly, and holds the first error. Focus
 * moves to the invalid field, or to the alert if the error belongs to no field.
 *
 * @param read reads the values from the form
 * @param check returns the first error, null if the form may be sent
 * @param send sends the values. Its errors are shown as `faultOf` says; if that returns null, or is missing, in the
 * words of `wordsFor`, without a field
 */
export function useForm<Values>(options: {
  readonly read: (form: FormData) => Values;
  readonly check: (values: Values) => FormError<string> | null;
  readonly send: (values: Values) => Promise<void>;
  readonly faultOf?: (error: unknown) => FormError<string> | null;
  readonly wordsFor: (error: unknown) => string;
}) {
  const [error, setError] = useState<FormError<string> | null>(null);
  const [sending, setSending] = useState(false);
  const isSending = useRef(false);
  const alertId = useId();
  const alertRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (error?.field === '') alertRef.current?.focus();
  }, [error]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A ref, because a double click can come before the next render.
    if (isSending.current) return;
    const form = event.currentTarget;
    const values = options.read(new FormData(form));
    const invalid = options.check(values);
    setError(invalid);
    if (invalid) return focusField(form, invalid.field);
    isSending.current = true;
    setSending(true);
    try {
      await options.send(values);
    } catch (cause) {
      const fault = options.faultOf?.(cause) ?? { field: '', message: options.wordsFor(cause) };
      setError(fault);
      focusField(form, fault.field);
    } finally {
      isSending.current = false;
      setSending(false);
    }
  };

  return {
    error,
    sending,
    /** Props of the alert that shows the error. */
    alert: { id: alertId, ref: alertRef },
    submit,
    /** For the form's `onChange`: a field that was corrected is no longer marked. */
    forgetError: ({ target }: FormEvent<HTMLFormElement>): void => {
      if (target instanceof HTMLInputElement && target.name === error?.field) setError(null);
    },
    /** Props of a field, which mark it while it is invalid. */
    field: (name: string) => ({ name, invalid: error?.field === name, describedBy: alertId }),
  };
}

function focusField(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}

/** Returns the first blank field as an error, null if there is none. Only fields with a message are required. */
export function findBlank<Field extends string>(
  values: Readonly<Record<Field, string>>,
  messages: Readonly<Partial<Record<Field, string>>>,
): FormError<Field> | null {
  for (const field in messages) {
    const message = messages[field];
    if (message !== undefined && values[field].trim() === '') return { field, message };
  }
  return null;
}

/** Returns the text of a field; empty if the form has no such field. */
export function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}

const subscribe = () => () => {};

/**
 * Whether scripts have hydrated the page: false in the HTML that the build makes. Before that a form must not be sent,
 * because the browser would send it itself, with the input in the URL.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
