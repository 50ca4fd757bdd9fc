import { type KeyboardEvent, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ValueSlider } from '../../../app/ui/value-slider.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest();
let heard: string[];

function Pace({ disabled = false }: { readonly disabled?: boolean }) {
  const [value, setValue] = useState(3);
  const onKey = (event: KeyboardEvent): void => {
    heard.push(event.key);
    if (event.key === 'ArrowLeft') event.preventDefault();
  };
  return (
    <ValueSlider
      label="pace"
      text={`${value} km/h`}
      value={value}
      min={0}
      max={10}
      step={1}
      disabled={disabled}
      onKeyDown={onKey}
      onChange={setValue}
    />
  );
}

const slider = () => page.getByRole('slider', { name: 'pace' });

beforeEach(() => {
  heard = [];
});

describe('a slider', () => {
  it('moves by its step with the keys, and announces its value as text', async () => {
    root.render(<Pace />);
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '3 km/h');
    await userEvent.keyboard('{Tab}{ArrowRight}{ArrowRight}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '5 km/h');
  });

  it('ignores a key whose default was prevented', async () => {
    root.render(<Pace />);
    await expect.element(slider()).toBeVisible();
    await userEvent.keyboard('{Tab}{ArrowLeft}{ArrowRight}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '4 km/h');
    expect(heard).toEqual(['ArrowLeft', 'ArrowRight']);
  });

  it('takes no focus while it is disabled', async () => {
    root.render(<Pace disabled />);
    await expect.element(slider()).toBeVisible();
    await userEvent.keyboard('{Tab}{ArrowRight}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '3 km/h');
  });
});
