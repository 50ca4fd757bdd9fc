/** Whether the browser grants the microphone without asking. False if it doesn't tell. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    // Some browsers don't know of this permission.
    return false;
  }
}
