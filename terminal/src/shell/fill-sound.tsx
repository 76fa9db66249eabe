import { useEffect, useRef } from 'react';
import { useSound } from '../components/settings.tsx';
import { useAccount } from '../feed/use-account.ts';
import { useChosenTab } from './chosen-tab.ts';

const TONES = { fill: 880, rejected: 220 } as const; // Hz
const TONE_S = 0.15;

/** Plays a high tone at a new fill and a low one at a rejected order, if the setting is on, in one tab of this browser. */
export function FillSound() {
  const [isOn] = useSound();
  const isChosen = useChosenTab(isOn);
  const isKnown = useAccount('isKnown');
  const newestFill = useAccount('fills')[0]?.id;
  const rejected = useAccount('orders').filter(({ status }) => status === 'REJECTED').length;
  const before = useRef<{ readonly fill: string | undefined; readonly rejected: number } | null>(null);
  useEffect(() => {
    if (!isKnown) {
      before.current = null; // another subaccount
      return;
    }
    const last = before.current;
    before.current = { fill: newestFill, rejected };
    if (last === null || !isOn || !isChosen()) return;
    if (newestFill !== last.fill) play(TONES.fill);
    else if (rejected > last.rejected) play(TONES.rejected);
  }, [isOn, isChosen, isKnown, newestFill, rejected]);
  return null;
}

let audio: AudioContext | null = null;

function play(hertz: number): void {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TONE_S);
}
