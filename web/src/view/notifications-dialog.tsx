import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { useAttempt } from '../audit/shared/attempt.ts';
import {
  askPermission,
  changeNotifications,
  learnPermission,
  type NotificationChoices,
  permission,
} from '../model/notifications.ts';
import { settings } from '../model/organization.ts';
import { AlertWords } from './alert-words.tsx';
import { Button, Trouble, ticked } from './fields.tsx';
import { closeDialog, Frame } from './frame.tsx';

export function NotificationsDialog() {
  useLayoutEffect(learnPermission, []);
  return (
    <Frame title="Notifications">
      {permission.value === 'granted' ? <Choices /> : <Ask />}
      <AlertWords />
    </Frame>
  );
}

const refusals = {
  denied:
    'The browser does not allow this page to show notifications. You can change that in its settings for this site.',
  none: 'The browser shows no notifications of this page. It may need HTTPS, or a window that is not private.',
};

function Ask() {
  const { value: current } = permission;
  const { trouble, attempt } = useAttempt();
  if (current === 'denied' || current === 'none') return <Trouble words={refusals[current]} />;
  const turnOn = async (): Promise<void> => {
    await attempt(askPermission);
    if (permission.value === 'default') trouble.value ||= 'You have not allowed it in the browser.';
  };
  return (
    <>
      <p>Private messages, mentions and alert words can be shown on your screen while you are elsewhere.</p>
      <Trouble words={trouble.value} />
      <p class="dialog-acts">
        <Button label="Turn on" class="primary" onClick={() => void turnOn()} />
      </p>
    </>
  );
}

const words: Readonly<Record<keyof NotificationChoices, string>> = {
  enable_desktop_notifications: 'Private messages, mentions and alert words',
  wildcard_mentions_notify: 'Mentions of everybody in a stream',
  enable_stream_desktop_notifications: 'All messages in streams',
  pm_content_in_desktop_notifications: 'Show what private messages say',
  enable_sounds: 'With a sound',
};

const names = Object.keys(words) as readonly (keyof NotificationChoices)[];

function Choices() {
  const { trouble, isBusy, attempt } = useAttempt();
  const chosen = useMemo(() => names.map((name) => [name, signal(settings.peek()[name] === true)] as const), []);
  const save = () =>
    attempt(async () => {
      await changeNotifications(Object.fromEntries(chosen.map(([name, { value: isOn }]) => [name, isOn])));
      closeDialog();
    });
  return (
    <form class="status-form" onSubmit={() => void save()}>
      {chosen.map(([name, isOn]) => (
        <label key={name}>
          <input type="checkbox" {...ticked(isOn)} /> {words[name]}
        </label>
      ))}
      <p>Muted streams and topics never notify. Your browsers share these choices.</p>
      <Trouble words={trouble.value} />
      <p class="dialog-acts">
        <Button label="Save" type="submit" class="primary" aria-disabled={isBusy.value} />
      </p>
    </form>
  );
}
