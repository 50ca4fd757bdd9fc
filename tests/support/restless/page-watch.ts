/** What {@link watchPage} adds to the page, for the view and the actions. */
export interface PageWatch {
  /** Listeners on window and document that were added and not removed. */
  listeners(): number;
  /** Repeated timers that run. */
  timers(): number;
  /** Media elements that hold something to play. */
  holding(): number;
  /** Addresses of what sounds now. */
  sounding(): string[];
  /** Takes a permission back as somebody does in the browser's settings, or gives it again. */
  permit(what: 'geolocation' | 'microphone', isGiven: boolean): void;
}

declare global {
  interface Window {
    restless?: PageWatch;
  }
}

/** In the page, before its own scripts: counts what the page holds, and lets permissions be taken back. */
export function watchPage(): void {
  // No driver can close the browser's dialog, which holds the page up.
  window.print = () => undefined;
  const targets: EventTarget[] = [window, document];
  const held = new Set<string>();
  const names = new Map<unknown, number>();
  const keyOf = (target: EventTarget, type: string, listener: unknown, options: unknown): string => {
    if (!names.has(listener)) names.set(listener, names.size);
    const isCapture = options === true || (options as AddEventListenerOptions | undefined)?.capture === true;
    return `${targets.indexOf(target)} ${type} ${names.get(listener)} ${isCapture}`;
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    const { once, signal } = typeof options === 'object' ? options : {};
    if (targets.includes(target) && listener !== null && once !== true && signal?.aborted !== true) {
      const key = keyOf(target, type, listener, options);
      held.add(key);
      if (signal) addEventListener.call(signal, 'abort', () => held.delete(key));
    }
    addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window;
    if (targets.includes(target)) held.delete(keyOf(target, type, listener, options));
    removeEventListener.call(target, type, listener, options);
  };

  const timers = new Set<unknown>();
  const [start, stop] = [window.setInterval, window.clearInterval];
  Object.assign(window, {
    setInterval: (...call: Parameters<typeof start>) => {
      const timer = start.apply(window, call);
      timers.add(timer);
      return timer;
    },
    clearInterval: (timer: number) => {
      timers.delete(timer);
      stop.call(window, timer);
    },
  });

  const media = new Set<WeakRef<HTMLMediaElement>>();
  const known = new WeakSet<HTMLMediaElement>();
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (!known.has(this)) media.add(new WeakRef(this));
    known.add(this);
    return play.call(this);
  };
  const listMedia = (): HTMLMediaElement[] => [...media].flatMap((one) => one.deref() ?? []);

  const given = { geolocation: true, microphone: true };
  const watchers = new Map<number, PositionErrorCallback | null | undefined>();
  const tracks = new Set<MediaStreamTrack>();
  const statuses = new Set<PermissionStatus>();
  const refusal: GeolocationPositionError = {
    code: 1,
    message: 'User denied Geolocation',
    PERMISSION_DENIED: 1,
    POSITION_UNAVAILABLE: 2,
    TIMEOUT: 3,
  };
  const { geolocation, permissions, mediaDevices } = navigator;
  const ask = geolocation.getCurrentPosition.bind(geolocation);
  const watch = geolocation.watchPosition.bind(geolocation);
  const unwatch = geolocation.clearWatch.bind(geolocation);
  const refuse = (onError?: PositionErrorCallback | null): void => void setTimeout(() => onError?.(refusal), 0);
  Object.assign(geolocation, {
    getCurrentPosition: ((onFix, onError, options) => {
      if (given.geolocation) ask(onFix, onError, options);
      else refuse(onError);
    }) satisfies Geolocation['getCurrentPosition'],
    watchPosition: ((onFix, onError, options) => {
      const id = watch(
        (fix) => given.geolocation && onFix(fix),
        (error) => given.geolocation && onError?.(error),
        options,
      );
      watchers.set(id, onError);
      if (!given.geolocation) refuse(onError);
      return id;
    }) satisfies Geolocation['watchPosition'],
    clearWatch: (id: number) => {
      watchers.delete(id);
      unwatch(id);
    },
  });
  if (permissions !== undefined) {
    const query = permissions.query.bind(permissions);
    Object.assign(permissions, {
      query: async (what: PermissionDescriptor) => {
        const status = await query(what);
        const name = what.name as keyof typeof given;
        if (!(name in given)) return status;
        const real = status.state;
        Object.defineProperty(status, 'state', { get: () => (given[name] ? real : 'denied') });
        statuses.add(status);
        return status;
      },
    });
  }
  if (mediaDevices !== undefined) {
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    Object.assign(mediaDevices, {
      getUserMedia: async (wanted: MediaStreamConstraints) => {
        if (!given.microphone) throw new DOMException('Permission denied', 'NotAllowedError');
        const stream = await open(wanted);
        for (const track of stream.getTracks()) tracks.add(track);
        return stream;
      },
    });
  }

  window.restless = {
    listeners: () => held.size,
    timers: () => timers.size,
    holding: () => listMedia().filter((one) => one.hasAttribute('src')).length,
    sounding: () =>
      listMedia().flatMap((one) =>
        one.paused || one.ended || one.readyState < 3 || one.muted ? [] : [one.currentSrc],
      ),
    permit: (what, isGiven) => {
      given[what] = isGiven;
      if (!isGiven && what === 'geolocation') for (const onError of watchers.values()) refuse(onError);
      if (!isGiven && what === 'microphone') {
        for (const track of tracks) {
          if (track.readyState === 'ended') continue;
          track.stop();
          // A browser that ends a track says so; `stop` does not.
          track.dispatchEvent(new Event('ended'));
        }
      }
      for (const status of statuses) status.dispatchEvent(new Event('change'));
    },
  };
}
