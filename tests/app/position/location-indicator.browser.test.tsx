import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Scope } from '../../../app/platform/scope.ts';
import { compass } from '../../../app/position/compass-service.ts';
import {
  beginFalsePosition,
  endFalsePosition,
  location,
  requestLocation,
  setFalsePosition,
  startLocation,
} from '../../../app/position/location.ts';
import { CompassPrompt, LocationIndicator } from '../../../app/position/location-indicator.tsx';
import { receivePositions, restorePositions } from '../../support/page/position-receiver.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const here = { lng: 2.345, lat: 48.855, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 1_000_000 };

let device: Scope;
const root = rootPerTest('div', () => {
  endFalsePosition();
  device.dispose();
  restorePositions();
  compass.isOffered = false;
});
beforeEach(() => {
  device = new Scope();
  const receiver = receivePositions();
  startLocation(device);
  requestLocation();
  receiver.send();
});

describe('the location indicator', () => {
  it('opens its sheet on a tap, and does not reopen it when the position returns', async () => {
    root.render(<LocationIndicator />);
    const sheet = page.getByRole('dialog', { name: 'Localisation' });
    await page.getByRole('button', { name: 'Localisation active' }).click();
    await expect.element(sheet).toBeVisible();
    Object.assign(location, { status: 'error', fix: null });
    await expect.element(sheet).not.toBeInTheDocument();
    Object.assign(location, { status: 'active', fix: here });
    await expect.element(page.getByRole('button', { name: 'Localisation active' })).toBeVisible();
    expect(sheet.elements()).toEqual([]);
  });

  it('marks a simulated position', async () => {
    beginFalsePosition();
    setFalsePosition(here);
    root.render(<LocationIndicator />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Position simulée');
    expect(page.getByRole('button').elements()).toEqual([]);
    endFalsePosition();
    await expect.element(page.getByRole('button', { name: 'Localisation active' })).toBeVisible();
  });
});

describe('the compass', () => {
  it('is offered only for a real position: a simulated one has no heading', async () => {
    compass.isOffered = true;
    beginFalsePosition();
    setFalsePosition(here);
    root.render(<CompassPrompt />);
    endFalsePosition();
    const offer = page.getByRole('region', { name: 'Activer la boussole' });
    await expect.element(offer).toBeVisible();
    beginFalsePosition();
    setFalsePosition(here);
    await expect.element(offer).not.toBeInTheDocument();
    endFalsePosition();
  });
});
