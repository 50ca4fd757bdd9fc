/**
 * Returns how many times the processor time of `usual` work `hostile` work takes, each at its fastest of three. Only time
 * of the processor counts, because other tests have it meanwhile.
 */
export function timesAsLong(hostile: () => void, usual: () => void): number {
  return fastest(hostile) / fastest(usual);
}

function fastest(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  // The clock may tick in whole milliseconds.
  return Math.max(1000, Math.min(...times));
}
