"""The registry of variants. A new one is a file here and a line below."""

from __future__ import annotations

from scoring.variant import Variant
from scoring.variants.changsha import CHANGSHA
from scoring.variants.chongqing import CHONGQING
from scoring.variants.fuzhou import FUZHOU
from scoring.variants.ningxia import NINGXIA
from scoring.variants.sanren import SANREN
from scoring.variants.sichuan import SICHUAN
from scoring.variants.songyang import SONGYANG
from scoring.variants.xinjiang import XINJIANG

VARIANTS: dict[str, Variant] = {
    variant.id: variant for variant in (NINGXIA, CHANGSHA, SICHUAN, CHONGQING, SANREN, FUZHOU, XINJIANG, SONGYANG)
}
"""Every variant by its name in commands and JSON."""
