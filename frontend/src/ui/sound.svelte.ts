/** A soft tick when a move is made; silence until somebody wants it. */
const KEY = "tablero-sound";
const [PITCH, LOUDNESS, LENGTH] = [620, 0.15, 0.05]; // Hz, of 1, seconds

export const sound = $state({ on: localStorage.getItem(KEY) === "1" });
let speaker: AudioContext | null = null;

export function toggleSound(): void {
  sound.on = !sound.on;
  localStorage.setItem(KEY, sound.on ? "1" : "0");
  tick();
}

export function tick(): void {
  if (!sound.on) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  const end = speaker.currentTime + LENGTH;
  const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(LOUDNESS, speaker.currentTime);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, end);
  tone.connect(volume).connect(speaker.destination);
  tone.start();
  tone.stop(end);
}
