"""The smallest training there is, for tests."""


def tiny_config(minutes: float, composed_share: float) -> str:
    """Hyper-parameters as in ``models/training.toml``, for seconds on small canvases; the ``data`` table comes last."""
    return f"""
[model]
architecture = "yolo11n.yaml"
[schedule]
minutes = {minutes}
small_until = 1.0
small_size = 96
size = 96
batch = 2
cpu_processes = 1
checkpoint_minutes = 0.01
[optimizer]
learning_rate = 1e-3
final_share = 0.01
warmup_images = 8
weight_decay = 5e-4
clip_gradients = 10.0
ema_decay = 0.9
ema_warmup_steps = 2
[loss]
box = 7.5
cls = 1.0
dfl = 1.5
[data]
seed = 1
composed_share = {composed_share}
empty_share = 0.1
drawn_weight = 3.5
"""
