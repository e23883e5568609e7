export const NotProvedVerdict = ({ why }: { readonly why: string }) => (
  <div class="verdict is-bad">
    <h3>Not proved</h3>
    <p>{why}</p>
  </div>
);
