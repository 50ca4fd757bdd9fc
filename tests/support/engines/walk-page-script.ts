/**
 * In the page, before its own scripts, in any engine: a person who is somewhere else has walked there, by the time stamps of the
 * positions. Nobody waits for the way, and the app need not doubt a jump.
 */
export function walkPageScript(): void {
  const paceMps = 1.4;
  const degreeM = 111_195;
  const { geolocation } = navigator;
  const [ask, watch] = [geolocation.getCurrentPosition, geolocation.watchPosition].map((one) => one.bind(geolocation));
  let last: GeolocationCoordinates | null = null;
  let walkedMs = 0;
  const walked =
    (onFix: PositionCallback): PositionCallback =>
    ({ coords, timestamp }) => {
      const { latitude, longitude } = last ?? coords;
      const northM = (coords.latitude - latitude) * degreeM;
      const eastM = (coords.longitude - longitude) * degreeM * Math.cos((latitude * Math.PI) / 180);
      walkedMs += (1000 * Math.hypot(northM, eastM)) / paceMps;
      last = coords;
      onFix({ coords, timestamp: timestamp + walkedMs, toJSON: () => null });
    };
  Object.assign(geolocation, {
    getCurrentPosition: (onFix: PositionCallback, ...rest: [PositionErrorCallback?, PositionOptions?]) =>
      ask?.(walked(onFix), ...rest),
    watchPosition: (onFix: PositionCallback, ...rest: [PositionErrorCallback?, PositionOptions?]) =>
      watch?.(walked(onFix), ...rest),
  });
}
