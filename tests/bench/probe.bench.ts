import { watchApp } from './app-thread.ts';

console.log(JSON.stringify(await watchApp('/tmp/wt/audio/.cache/bench-page/ten-minutes.m4a'), null, 1));
