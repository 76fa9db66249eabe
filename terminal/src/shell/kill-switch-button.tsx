import { Button, Tooltip } from '@mantine/core';
import { useKeys } from '../components/use-keys.ts';
import { useEmergency } from './emergency.ts';

/** Cancel all, and the kill switch, on every page. Each opens a dialog that asks first. */
export function EmergencyButtons() {
  const { isOn, open, openCancel } = useEmergency();
  useKeys({ kill: open }, true);
  return (
    <>
      <Tooltip label="Cancels resting orders. New orders stay allowed.">
        <Button size="xs" variant="default" className="emergency" onClick={openCancel}>
          Cancel all
        </Button>
      </Tooltip>
      {isOn ? (
        <Button
          size="xs"
          color="red"
          className="emergency band-live"
          aria-label="STOPPED: kill switch"
          onClick={open}
        >
          STOPPED
        </Button>
      ) : (
        <Tooltip label="Stops all new orders. Resting orders stay.">
          <Button
            size="xs"
            color="red"
            variant="outline"
            className="emergency"
            aria-label="Kill switch"
            onClick={open}
          >
            Kill<span className="wide-only">&nbsp;switch</span>
          </Button>
        </Tooltip>
      )}
    </>
  );
}
