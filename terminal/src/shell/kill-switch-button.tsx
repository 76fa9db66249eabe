import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEmergency } from './emergency.ts';

/** The emergency stop on every page. One press turns it on; turning it off needs a reason. */
export function KillSwitch() {
  const { isOn, kill, killAndCancel, open } = useEmergency();
  useHotkeys([['mod+shift+K', kill]], []);
  if (isOn) {
    return (
      <Button
        size="xs"
        color="red"
        className="band-live"
        px="xs"
        aria-label="STOPPED: kill switch"
        onClick={open}
      >
        STOPPED
      </Button>
    );
  }
  return (
    <Button.Group>
      <Tooltip label="Stops all new orders. Resting orders stay.">
        <Button size="xs" color="red" variant="outline" px="xs" aria-label="Kill switch" onClick={kill}>
          Kill<span className="wide-only">&nbsp;switch</span>
        </Button>
      </Tooltip>
      <Tooltip label="Stops all new orders and cancels every resting order.">
        <Button
          size="xs"
          color="red"
          variant="outline"
          px="xs"
          visibleFrom="md"
          aria-label="Kill and cancel all"
          onClick={killAndCancel}
        >
          + cancel all
        </Button>
      </Tooltip>
    </Button.Group>
  );
}
