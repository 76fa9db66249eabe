import {
  Card,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useMemo } from 'react';
import { PageTitle } from '../../components/page-title.tsx';
import { PRICE_FORMATS } from '../../components/prices.ts';
import {
  DENSITIES,
  useConfirmOneClick,
  useDensity,
  usePriceFormat,
  useSizePresets,
  useSound,
  useTimeZone,
} from '../../components/settings.tsx';
import { NOTIFICATION_CHOICES, useNotificationChoice } from '../../shell/notification-choice.ts';
import { readSizes } from '../trade/typed-figures.ts';
import { KeyEditor } from './key-editor.tsx';

/** The settings of this browser. A change applies at once, in all its tabs. */
export default function SettingsPage() {
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <Text size="sm" c="dimmed" mb="sm">
        Stored in this browser; a change applies at once, in all tabs.
      </Text>
      <div className="two">
        <Stack gap="sm">
          <Display />
          <Trading />
          <Notifications />
        </Stack>
        <KeyEditor />
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly (Value | { readonly value: Value; readonly label: string })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>) {
  return (
    <div>
      <Text size="xs" fw={500} mb={2}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        value={value}
        onChange={onChange}
        data={[...values]}
      />
    </div>
  );
}

const SCHEMES = ['light', 'dark', 'auto'] as const;

function Display() {
  const [density, setDensity] = useDensity();
  const [format, setFormat] = usePriceFormat();
  const [zone, setZone] = useTimeZone();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const zones = useMemo(
    () => [
      { value: '', label: `This computer: ${new Intl.DateTimeFormat().resolvedOptions().timeZone}` },
      ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((value) => ({
        value,
        label: value,
      })),
    ],
    [],
  );
  return (
    <Card withBorder padding="sm" component="section" aria-label="Display">
      <h2 className="card-title">Display</h2>
      <Stack gap="xs">
        <Choice label="Density" values={DENSITIES} value={density} onChange={setDensity} />
        <Choice label="Prices in" values={PRICE_FORMATS} value={format} onChange={setFormat} />
        <Choice label="Colours" values={SCHEMES} value={colorScheme} onChange={setColorScheme} />
        <Select
          label="Time zone"
          size="xs"
          searchable
          allowDeselect={false}
          value={zone}
          onChange={(value) => setZone(value ?? '')}
          data={zones}
          limit={100}
          description="Of all times, except those that you type."
          nothingFoundMessage="No time zone has this name."
        />
      </Stack>
    </Card>
  );
}

function Trading() {
  const [sizes, setSizes] = useSizePresets();
  const [mustConfirm, setConfirm] = useConfirmOneClick();
  const [hasSound, setSound] = useSound();
  return (
    <Card withBorder padding="sm" component="section" aria-label="Trading">
      <h2 className="card-title">Trading</h2>
      <Stack gap="xs">
        <TextInput
          label="Size buttons of the ladder"
          size="xs"
          placeholder="those that fit the market"
          description="Contracts, such as 10, 50, 250. A size below the minimum of a market is left out there."
          value={sizes}
          error={readSizes(sizes).issue}
          onChange={(event) => setSizes(event.currentTarget.value)}
        />
        <Switch
          size="xs"
          label="Confirm one-click orders before they are sent"
          checked={mustConfirm}
          onChange={(event) => setConfirm(event.currentTarget.checked)}
        />
        <Switch
          size="xs"
          label="Sound at a fill and at a rejected order"
          checked={hasSound}
          onChange={(event) => setSound(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}

function Notifications() {
  const chosen = useNotificationChoice();
  return (
    <Card withBorder padding="sm" component="section" aria-label="Notifications">
      <h2 className="card-title">Notifications</h2>
      {chosen === null ? (
        <Text size="sm">This browser has no notifications.</Text>
      ) : (
        <Choice
          label="Of fills, alerts, orders in doubt, the kill switch and venues"
          values={NOTIFICATION_CHOICES}
          value={chosen.choice}
          onChange={chosen.choose}
        />
      )}
      <Text size="xs" c={chosen?.isBlocked === true ? 'red' : 'dimmed'} mt={4}>
        {chosen?.isBlocked === true
          ? 'Blocked by this browser: permit notifications in its settings of this page.'
          : 'Shown while a tab is open, by one of the tabs only.'}
      </Text>
    </Card>
  );
}
