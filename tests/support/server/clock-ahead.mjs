// Preloaded into a server's process: SIGUSR2 puts its clock five minutes ahead, and the next one sets it right.
const AHEAD_MS = 300_000;
let aheadMs = 0;

const clock = Date.now;
Date.now = () => clock() + aheadMs;
// What asks for a date's class still gets the same prototype.
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, made === globalThis.Date ? target : made),
});
process.on('SIGUSR2', () => {
  aheadMs = AHEAD_MS - aheadMs;
});
