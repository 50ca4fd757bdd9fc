/** Whether the browser gives the microphone without a question. False where it doesn't tell. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    // Some browsers don't know of this permission.
    return false;
  }
}
